import { useRef } from "react";

/** An id for each set of people: the same one again as long as the dialog stands, so that a letter goes to them once. */
export function useIdFor(make: () => string): (people: string) => string {
  const ids = useRef(new Map<string, string>());
  return (people) => {
    const id = ids.current.get(people) ?? make();
    ids.current.set(people, id);
    return id;
  };
}
