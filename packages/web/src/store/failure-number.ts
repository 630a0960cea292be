/** The number of a failure inside the server: the person tells it to the administrator, who finds it in the log. */
import { RequestError, requestIdOf } from "@pismo/jmap";

/** @returns undefined: the error is another, or of a server without numbers */
export function failureNumber(error: unknown): string | undefined {
  // What a caller did wrong is said in words of its own.
  return error instanceof RequestError && error.problem.status < 500 ? undefined : requestIdOf(error);
}
