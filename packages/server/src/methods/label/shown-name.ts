/** Names that people give, which are shown on one line. */
import { characters, MethodError } from "@pismo/jmap";
import { type Check, string } from "../checks.ts";

/** @param max characters, each a code point */
export const shownName =
  (max: number): Check =>
  (value, name) => {
    string(value, name);
    const text = (value as string).trim();
    if (text === "" || characters(text) > max || /\p{Cc}/u.test(text)) {
      throw new MethodError("invalidArguments", `${name} is a line of 1 to ${max} characters`);
    }
  };
