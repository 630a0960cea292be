import { expect, test } from "vitest";
import { parseStructured } from "./parameters.ts";

const name = (parameters: string): string | undefined => parseStructured(`a/b; ${parameters}`).params.get("name");
const latin1 = (text: string): string => Buffer.from(text).toString("latin1");

test.each([
  ["[2045 §5.1] quoted", String.raw`name="a \"b\"; c.txt"`, 'a "b"; c.txt'],
  ["a path of Windows keeps its backslashes", String.raw`name="C:\new\file.txt"`, String.raw`C:\new\file.txt`],
  ["unquoted with spaces", "name=a b.txt; x=y", "a b.txt"],
  ["the closing quote is missing", 'name="a b.txt', "a b.txt"],
  ["[2231 §3] in sections, in any order", 'name*1="b.txt"; name*0=a', "ab.txt"],
  ["[2231 §4] with a charset", "name*=koi8-r'ru'%D0%D2%C9%D7%C5%D4.txt", "привет.txt"],
  ["[2231 §4.1] a character split over two sections", "name*0*=utf-8''%D0; name*1*=%9F; name*2=%20.txt", "П%20.txt"],
  ["the extended form beats the plain one", "name=old.txt; name*=utf-8''new.txt", "new.txt"],
  ["an encoded word, which RFC 2047 §5 forbids", 'name="=?koi8-r?B?0NLJ18XULnR4dA==?="', "привет.txt"],
  ["encoded words in sections", 'name*0="=?utf-8?B?0L8="; name*1="?=.txt"', "п.txt"],
  ["raw UTF-8", latin1("name=привет.txt"), "привет.txt"],
  ["raw windows-1251", `name="${Buffer.from("eff0e8e2e5f2", "hex").toString("latin1")}.txt"`, "привет.txt"],
  ["of two equal names the first", "name=a; name=b", "a"],
])("%s", (_, parameters, expected) => {
  expect(name(parameters)).toBe(expected);
});

test("comments, missing semicolons and folding", () => {
  const { value, params } = parseStructured("Text/Plain (comment) charset=utf-8 ;\r\n\tformat=flowed (x)");
  expect(value).toBe("text/plain");
  expect(params.get("charset")).toBe("utf-8");
  expect(params.get("format")).toBe("flowed");
});
