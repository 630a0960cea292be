/** From what the grammar allows to what there is: names, arguments, `require`, and the order of commands. */
import type { CheckedCommand, CheckedScript, CheckedTest, Value } from "./checked.ts";
import { type Extension, extensions, impliedExtensions } from "./extensions.ts";
import { assertMeaning } from "./meaning.ts";
import type { Argument, Command, Test } from "./parser.ts";
import { commands, type Signature, type TagSignature, tests, type ValueKind } from "./signatures.ts";
import { SieveError } from "./sieve-error.ts";
import { decodeCharacters, type Template, templateOf } from "./text.ts";

class Checker {
  readonly required = new Set<string>();
  readonly #offered: ReadonlySet<string>;

  constructor(offered: readonly string[]) {
    this.#offered = new Set(offered);
  }

  block(parsed: readonly Command[], isOutermost: boolean): CheckedCommand[] {
    let before: string | undefined;
    return parsed.flatMap((command) => {
      const { name, line } = command;
      assertPlace(name, line, before, isOutermost);
      before = name;
      const checked = this.#command(command);
      if (name !== "require") return [checked];
      this.#require(checked.values[0]!);
      return [];
    });
  }

  #command(command: Command): CheckedCommand {
    const { name, line, block } = command;
    const signature = lookUp(commands, name);
    if (!signature) throw new SieveError(line, `there is no command "${name}"`);
    if (Boolean(signature.hasBlock) !== (block !== undefined)) {
      throw new SieveError(line, signature.hasBlock ? `"${name}" needs a block` : `"${name}" has no block`);
    }
    return { ...this.#checked(command, signature), block: block && this.block(block, false) };
  }

  #test(test: Test): CheckedTest {
    const signature = lookUp(tests, test.name);
    if (!signature) throw new SieveError(test.line, `there is no test "${test.name}"`);
    return this.#checked(test, signature);
  }

  #checked(test: Test, signature: Signature): CheckedTest {
    const { name, line } = test;
    this.#assertRequired(signature.extension, line, name);
    const { tags, values } = this.#arguments(test, signature);
    assertTests(test, signature);
    const checked = { name, line, tags, values, tests: test.tests.map((each) => this.#test(each)) };
    assertMeaning(checked, this.required);
    return checked;
  }

  /** RFC 5228 §2.6: tags in any order, then the values in theirs. */
  #arguments({ name, line, args }: Test, { tags = {}, values = [], optionalFirst, optionalLast }: Signature) {
    const found = new Map<string, Value | null>();
    const groups = new Set<string>();
    let at = 0;
    for (let arg = args[at]; arg?.kind === "tag"; arg = args[at]) {
      const tag = lookUp(tags, arg.name);
      if (!tag) throw new SieveError(arg.line, `"${name}" has no argument ":${arg.name}"`);
      this.#assertRequired(tag.extension, arg.line, `:${arg.name}`);
      assertAlone(arg.name, tag, groups, arg.line);
      at++;
      found.set(arg.name, tag.value ? this.#value(args[at++], tag.value, `:${arg.name}`, arg.line) : null);
    }
    const rest = args.slice(at);
    const hasFirst = optionalFirst && rest.length > values.length;
    if (hasFirst) this.#assertRequired(optionalFirst.extension, line, `the first argument of ${name}`);
    const hasLast = optionalLast && rest.length > values.length;
    const kinds = hasFirst ? [optionalFirst.value, ...values] : hasLast ? [...values, optionalLast] : values;
    const surplus = rest[kinds.length];
    if (surplus) throw new SieveError(surplus.line, `"${name}" has too many arguments`);
    return { tags: found, values: kinds.map((kind, index) => this.#value(rest[index], kind, name, line)) };
  }

  #value(arg: Argument | undefined, kind: ValueKind, of: string, line: number): Value {
    if (!arg || arg.kind === "tag") throw new SieveError(arg?.line ?? line, `"${of}" lacks ${called[kind]}`);
    if (kind === "number") {
      if (arg.kind === "number") return { kind: "number", number: arg.value, line: arg.line };
    } else if (arg.kind === "string" || (arg.kind === "strings" && kind === "strings")) {
      const texts = arg.kind === "string" ? [arg.text] : arg.texts;
      return { kind: "strings", strings: texts.map((text) => this.#template(text, arg.line)), line: arg.line };
    }
    throw new SieveError(arg.line, `"${of}" takes ${called[kind]} here`);
  }

  #template(text: string, line: number): Template {
    const decoded = this.required.has("encoded-character") ? decodeCharacters(text, line) : text;
    return this.required.has("variables") ? templateOf(decoded, line) : [decoded];
  }

  #require({ kind, line, ...value }: Value): void {
    if (kind !== "strings" || !("strings" in value)) return;
    for (const [name = ""] of value.strings) {
      if (typeof name !== "string") continue;
      if (!this.#offered.has(name) && !impliedExtensions.has(name)) {
        throw new SieveError(line, notOffered(name));
      }
      this.required.add(name);
    }
  }

  #assertRequired(extension: Extension | undefined, line: number, what: string): void {
    if (extension && !this.required.has(extension))
      throw new SieveError(line, `"${what}" needs require "${extension}"`);
  }
}

const called: Record<ValueKind, string> = { number: "a number", string: "a string", strings: "a list of strings" };

const lookUp = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

const notOffered = (extension: string): string =>
  `the extension ${JSON.stringify(extension)} is not offered here` +
  // RFC 5293
  (extension === "editheader" ? ": a mail server has its letters already, and they stay as they came" : "");

function assertPlace(name: string, line: number, before: string | undefined, isOutermost: boolean): void {
  if (name === "require" && !(isOutermost && (before === undefined || before === "require"))) {
    throw new SieveError(line, '"require" stands before all other commands');
  }
  if ((name === "elsif" || name === "else") && before !== "if" && before !== "elsif") {
    throw new SieveError(line, `"${name}" follows "if" or "elsif" only`);
  }
}

function assertAlone(name: string, { group = name }: TagSignature, groups: Set<string>, line: number): void {
  if (groups.has(group)) throw new SieveError(line, `":${name}" is one too many`);
  groups.add(group);
}

function assertTests({ name, line, tests: given, isTestList }: Test, { tests: kind }: Signature): void {
  // The next command reads like a test where the semicolon before it is missing.
  if (kind === undefined && given.length > 0)
    throw new SieveError(line, `";" is missing after "${name}", which has no test`);
  if (kind === "one" && (isTestList || given.length !== 1)) throw new SieveError(line, `"${name}" needs one test`);
  if (kind === "list" && !isTestList) throw new SieveError(line, `"${name}" needs tests in parentheses`);
}

/** @param offered what the script may require @throws SieveError */
export function check(parsed: readonly Command[], offered: readonly string[] = extensions): CheckedScript {
  const checker = new Checker(offered);
  return { commands: checker.block(parsed, true), required: checker.required };
}
