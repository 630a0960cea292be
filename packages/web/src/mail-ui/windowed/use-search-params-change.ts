import { useSearchParams } from "react-router";

/** "" takes the parameter away. @param others that are changed with it */
export type ChangeParam = (name: string, value: string, others?: Readonly<Record<string, string>>) => void;

/** The parameters of the address, and how they are changed without a step in the history. */
export function useSearchParamsChange(): [URLSearchParams, ChangeParam] {
  const [params, setParams] = useSearchParams();
  const change: ChangeParam = (name, value, others = {}) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [each, given] of Object.entries({ ...others, [name]: value })) {
          if (given === "") next.delete(each);
          else next.set(each, given);
        }
        return next;
      },
      { replace: true },
    );
  return [params, change];
}
