/**
 * Whether a statement is one account's: every table of an account that it reads or writes is bound to the same account.
 * PostgreSQL's own parser reads it, so that nothing is taken for a condition that is none.
 */
import { loadModule, parseSync } from "libpg-query";

/** A node of PostgreSQL's parse tree, which has hundreds of types: {"SelectStmt": {…}}. */
type Tree = Record<string, unknown>;

export interface Analysis {
  /** Tables of an account that are not bound to one, and what else concerns several. */
  faults: string[];
  /** The numbers of the parameters that name the account: at each call they have one value. */
  accounts: number[];
}

/** What a name in FROM stands for; `account`: its account column, as a node of the union below. */
interface Relation {
  name: string;
  account: string | undefined;
}

interface Scope {
  relations: Map<string, Relation>;
  /** Of WITH. */
  named: Map<string, string | undefined>;
  outer: Scope | undefined;
}

const PARAMETER = "a parameter";

await loadModule();

/** @param tables those that have an account_id, and of which each row is an account's */
export function analyse(sql: string, tables: ReadonlySet<string>): Analysis {
  return new Analyser(tables).run(sql);
}

const asTree = (value: unknown): Tree | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Tree) : undefined;
const asList = (value: unknown): Tree[] => (Array.isArray(value) ? (value as Tree[]) : []);
/** What is under the name of a type. */
const of = (tree: unknown, type: string): Tree | undefined => asTree(asTree(tree)?.[type]);
const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
const wordsOf = (list: unknown): string[] => asList(list).map((each) => text(of(each, "String")?.["sval"]) ?? "*");

class Analyser {
  readonly #tables: ReadonlySet<string>;
  /** Account columns and parameters that are equal have one root. */
  readonly #parents = new Map<string, string>();
  /** Tables of an account, with the node of their account column. */
  readonly #bound: { table: string; account: string }[] = [];
  readonly #faults: string[] = [];
  readonly #accounts = new Set<number>();

  constructor(tables: ReadonlySet<string>) {
    this.#tables = tables;
  }

  run(sql: string): Analysis {
    for (const { stmt } of parseSync(sql).stmts ?? []) this.#walk(stmt, undefined);
    for (const { table, account } of this.#bound) {
      if (this.#rootOf(account) !== this.#rootOf(PARAMETER)) this.#faults.push(`${table} of any account`);
    }
    return { faults: this.#faults, accounts: [...this.#accounts] };
  }

  #rootOf(node: string): string {
    const parent = this.#parents.get(node);
    return parent === undefined ? node : this.#rootOf(parent);
  }

  #unite(one: string, other: string): void {
    const [root, others] = [this.#rootOf(one), this.#rootOf(other)];
    if (root !== others) this.#parents.set(root, others);
  }

  #walk(tree: unknown, scope: Scope | undefined): void {
    if (Array.isArray(tree)) for (const each of tree) this.#walk(each, scope);
    const node = asTree(tree);
    if (!node) return;
    for (const [type, value] of Object.entries(node)) {
      if (type === "SelectStmt") this.#select(asTree(value)!, scope);
      else if (type === "InsertStmt") this.#insert(asTree(value)!, scope);
      else if (type === "UpdateStmt") this.#change(asTree(value)!, asTree(value)!["fromClause"], scope);
      else if (type === "DeleteStmt") this.#change(asTree(value)!, asTree(value)!["usingClause"], scope);
      else this.#walk(value, scope);
    }
  }

  /** @returns the node of its column account_id, where it has one */
  #select(select: Tree, outer: Scope | undefined): string | undefined {
    const scope: Scope = { relations: new Map(), named: new Map(), outer };
    this.#with(select["withClause"], scope);
    if (select["op"] !== undefined && select["op"] !== "SETOP_NONE") {
      const [left, right] = ["larg", "rarg"].map((side) => this.#select(asTree(select[side])!, scope));
      if (left !== undefined && right !== undefined) this.#unite(left, right);
      return left;
    }
    const conditions = asList(select["fromClause"]).flatMap((item) => this.#from(item, scope));
    for (const condition of [...conditions, select["whereClause"]]) this.#condition(condition, scope);
    for (const part of ["targetList", "valuesLists", "groupClause", "havingClause", "sortClause", "limitCount"]) {
      this.#walk(select[part], scope);
    }
    const targets = asList(select["targetList"]).map((target) => of(target, "ResTarget")!);
    const own = targets.find((target) => nameOf(target) === "account_id");
    if (own) return this.#accountOf(own["val"], scope);
    const isAll = targets.some((target) => nameOf(target) === "*");
    return isAll ? [...scope.relations.values()].find(({ account }) => account !== undefined)?.account : undefined;
  }

  #with(clause: unknown, scope: Scope): void {
    const isRecursive = asTree(clause)?.["recursive"] === true;
    for (const item of asList(asTree(clause)?.["ctes"])) {
      const cte = of(item, "CommonTableExpr")!;
      const name = text(cte["ctename"])!;
      const query = of(cte["ctequery"], "SelectStmt");
      if (isRecursive) scope.named.set(name, undefined);
      if (!query) this.#walk(cte["ctequery"], scope);
      scope.named.set(name, query && this.#select(query, scope));
    }
  }

  /** Adds what an item of FROM names. @returns the conditions of its joins */
  #from(item: unknown, scope: Scope): unknown[] {
    const join = of(item, "JoinExpr");
    if (join) return [...["larg", "rarg"].flatMap((side) => this.#from(join[side], scope)), join["quals"]];
    const table = of(item, "RangeVar");
    if (table) this.#table(table, scope);
    const sub = of(item, "RangeSubselect");
    if (sub) {
      const account = this.#select(of(sub["subquery"], "SelectStmt")!, scope);
      this.#name(aliasOf(sub) ?? "", "a subquery", account, scope);
    }
    const rows = of(item, "RangeFunction");
    if (rows) {
      this.#walk(rows["functions"], scope);
      this.#name(aliasOf(rows) ?? "", "a function", undefined, scope);
    }
    return [];
  }

  #name(alias: string, name: string, account: string | undefined, scope: Scope): void {
    scope.relations.set(alias, { name, account });
  }

  #table(table: Tree, scope: Scope): void {
    const name = text(table["relname"])!;
    const alias = aliasOf(table) ?? name;
    for (let at: Scope | undefined = scope; at; at = at.outer) {
      if (at.named.has(name)) return this.#name(alias, name, at.named.get(name), scope);
    }
    if (!this.#tables.has(name))
      return this.#name(alias, name, name === "account" ? this.#newNode(name) : undefined, scope);
    const account = this.#newNode(name);
    this.#bound.push({ table: name, account });
    this.#name(alias, name, account, scope);
  }

  #nodes = 0;
  #newNode(name: string): string {
    return `${name} ${++this.#nodes}`;
  }

  /** What has to hold for every row: only its parts that are joined by AND bind a table. */
  #condition(condition: unknown, scope: Scope): void {
    const and = of(condition, "BoolExpr");
    if (and?.["boolop"] === "AND_EXPR") {
      for (const part of asList(and["args"])) this.#condition(part, scope);
      return;
    }
    const comparison = of(condition, "A_Expr");
    if (comparison?.["kind"] === "AEXPR_OP" && wordsOf(comparison["name"])[0] === "=" && comparison["lexpr"]) {
      const sides = [comparison["lexpr"], comparison["rexpr"]];
      const columns = sides.map((side) => this.#accountColumn(side, scope));
      if (columns.some((column) => column !== undefined)) {
        const [left, right] = sides.map((side, index) => columns[index] ?? this.#parameter(side));
        if (left !== undefined && right !== undefined) this.#unite(left, right);
      }
    }
    this.#walk(condition, scope);
  }

  /** A column or parameter that is an account. */
  #accountOf(expression: unknown, scope: Scope): string | undefined {
    return this.#accountColumn(expression, scope) ?? this.#parameter(expression);
  }

  #parameter(expression: unknown): string | undefined {
    const cast = of(expression, "TypeCast");
    if (cast) return this.#parameter(cast["arg"]);
    const parameter = of(expression, "ParamRef");
    if (!parameter) return undefined;
    this.#accounts.add(Number(parameter["number"]));
    return PARAMETER;
  }

  #accountColumn(expression: unknown, scope: Scope): string | undefined {
    const sign = of(expression, "A_Expr");
    if (sign && !sign["lexpr"] && wordsOf(sign["name"])[0] === "+") return this.#accountColumn(sign["rexpr"], scope);
    const names = wordsOf(of(expression, "ColumnRef")?.["fields"]);
    const column = names.at(-1);
    if (column !== "account_id" && column !== "id") return undefined;
    for (let at: Scope | undefined = scope; at; at = at.outer) {
      const found = names.length > 1 ? at.relations.get(names[0]!) : soleOf(at, column);
      if (found) return (found.name === "account") === (column === "id") ? found.account : undefined;
    }
    return undefined;
  }

  #insert(insert: Tree, outer: Scope | undefined): void {
    const scope: Scope = { relations: new Map(), named: new Map(), outer };
    this.#with(insert["withClause"], scope);
    const name = text(asTree(insert["relation"])?.["relname"])!;
    const isOwn = this.#tables.has(name);
    const place = asList(insert["cols"]).findIndex((column) => of(column, "ResTarget")?.["name"] === "account_id");
    if (isOwn && place < 0) this.#faults.push(`${name} without an account`);
    const select = of(insert["selectStmt"], "SelectStmt");
    const rows = asList(select?.["valuesLists"]);
    if (isOwn && place >= 0 && select) {
      const account = this.#newNode(name);
      this.#bound.push({ table: name, account });
      this.#name(name, name, account, scope);
      if (rows.length === 0) this.#insertSelected(select, place, account, scope);
      for (const row of rows) {
        const given = this.#parameter(asList(of(row, "List")?.["items"])[place]);
        if (given !== undefined) this.#unite(account, given);
      }
    }
    if (select && (rows.length > 0 || !isOwn)) this.#select(select, scope);
    const conflict = asTree(insert["onConflictClause"]);
    const keys = asList(asTree(conflict?.["infer"])?.["indexElems"]).map((key) => of(key, "IndexElem")?.["name"]);
    if (isOwn && keys.length > 0 && !keys.includes("account_id"))
      this.#faults.push(`${name} by a key without an account`);
    this.#walk(conflict?.["targetList"], scope);
    this.#walk(conflict?.["whereClause"], scope);
  }

  #insertSelected(select: Tree, place: number, account: string, outer: Scope): void {
    // The same target once more under the name by which select() finds it.
    const targets = asList(select["targetList"]);
    const own = of(targets[place], "ResTarget");
    const given = this.#select(
      {
        ...select,
        targetList: [{ ResTarget: { ...own, name: "account_id" } }, ...targets.filter((_, index) => index !== place)],
      },
      outer,
    );
    if (given !== undefined) this.#unite(account, given);
  }

  /** UPDATE and DELETE. */
  #change(change: Tree, others: unknown, outer: Scope | undefined): void {
    const scope: Scope = { relations: new Map(), named: new Map(), outer };
    this.#with(change["withClause"], scope);
    this.#table(asTree(change["relation"])!, scope);
    const conditions = asList(others).flatMap((item) => this.#from(item, scope));
    for (const condition of [...conditions, change["whereClause"]]) this.#condition(condition, scope);
    this.#walk(change["targetList"], scope);
    this.#walk(change["returningList"], scope);
  }
}

const aliasOf = (tree: Tree): string | undefined => text(asTree(tree["alias"])?.["aliasname"]);

const nameOf = (target: Tree): string | undefined =>
  text(target["name"]) ?? wordsOf(of(target["val"], "ColumnRef")?.["fields"]).at(-1);

/** The one relation that has the column: PostgreSQL refuses a name that several have. */
function soleOf({ relations }: Scope, column: string): Relation | undefined {
  const all = [...relations.values()];
  if (column === "id") return all.find(({ name }) => name === "account");
  return all.find(({ name, account }) => account !== undefined && name !== "account");
}
