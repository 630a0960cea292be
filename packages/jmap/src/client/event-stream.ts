/** Server-sent events, as bytes arrive (WHATWG HTML §9.2.6). Pure. */

export interface StreamEvent {
  /** "message" when the stream names none. */
  event: string;
  data: string;
  /** The last id that the stream gave. */
  id: string;
}

/** A parser that is fed text in chunks, and calls back for every complete event. */
export function createEventParser(onEvent: (event: StreamEvent) => void): (text: string) => void {
  let rest = "";
  let event = "";
  let data: string[] = [];
  let id = "";

  const take = (line: string): void => {
    if (line === "") {
      if (data.length > 0) onEvent({ event: event || "message", data: data.join("\n"), id });
      event = "";
      data = [];
      return;
    }
    const colon = line.indexOf(":");
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") event = value;
    else if (field === "data") data.push(value);
    else if (field === "id" && !value.includes("\0")) id = value;
  };

  return (text) => {
    rest += text;
    // A CR at the end may be half of a CRLF: it waits for what follows.
    for (let end = /\r\n|\n|\r(?!$)/.exec(rest); end; end = /\r\n|\n|\r(?!$)/.exec(rest)) {
      take(rest.slice(0, end.index));
      rest = rest.slice(end.index + end[0].length);
    }
  };
}
