import { useSearchParams } from "react-router";

/** "" takes the parameter away. */
export type ChangeParam = (name: string, value: string) => void;

/** The parameters of the address, and how one of them is changed without a step in the history. */
export function useSearchParamsChange(): [URLSearchParams, ChangeParam] {
  const [params, setParams] = useSearchParams();
  const change: ChangeParam = (name, value) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === "") next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return [params, change];
}
