/** A template in the text of a letter. */
import { type Node, Slice } from "prosemirror-model";
import { TextSelection, type Transaction } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { currentLanguage, locales } from "../../../i18n/index.ts";
import { formatSize } from "../../../i18n/numbers.ts";
import { notify } from "../../../store/index.ts";
import { loadTemplate, type Template } from "../../../store/drafts/writing.ts";
import { visibleText } from "../../../ui/visible-text.ts";
import { fromHtml, fromText } from "../editor/html.ts";
import { escapeHtml } from "../quote/quote.ts";
import { bodiesOf } from "../session/bodies.ts";
import type { ComposeSession } from "../session/compose-session.ts";
import type { Attachment } from "../attachments/attachment.ts";
import { broughtBy } from "./template-files.ts";
import { filledIn, openField } from "./template-fields.ts";

/** What the letter says of itself. The company is not known: its field is selected, to be written over. */
const valuesFor = ({ fields }: ReturnType<ComposeSession["get"]>) => ({
  name: fields.to[0]?.name ?? undefined,
  date: new Intl.DateTimeFormat(locales[currentLanguage()], { dateStyle: "long" }).format(new Date()),
});

async function loaded(template: Template, session: ComposeSession): Promise<{ doc: Node; files: Attachment[] }> {
  const email = await loadTemplate(template.id, session.get().account.accountId);
  const { html, text } = bodiesOf(email);
  const values = valuesFor(session.get());
  const brought = broughtBy(email, html ?? "");
  const doc =
    html === null
      ? fromText(filledIn(text, values, (value) => value))
      : fromHtml(filledIn(brought.html, values, escapeHtml));
  return { doc, files: brought.files };
}

/** The first field that is still open. */
function fieldIn(transaction: Transaction, from: number): TextSelection | undefined {
  const end = transaction.selection.to;
  let found: TextSelection | undefined;
  transaction.doc.nodesBetween(from, end, (node, position) => {
    const match = found ? null : openField.exec(node.text ?? "");
    if (!match) return;
    const start = position + match.index;
    found = TextSelection.create(transaction.doc, start, start + match[0].length);
  });
  return found;
}

/** @throws where the template cannot be loaded */
export async function insertTemplate(view: EditorView, template: Template, session: ComposeSession): Promise<void> {
  const { doc, files } = await loaded(template, session);
  if (view.isDestroyed) return;
  const { maxSizeAttachments } = session.get().account;
  for (const { name, size } of session.files.take(files, maxSizeAttachments)) {
    const values = { name: visibleText(name), size: formatSize(size), limit: formatSize(maxSizeAttachments) };
    notify({ key: "compose.filesTooLarge", values, tone: "error" });
  }
  const { from } = view.state.selection;
  const transaction = view.state.tr.replaceSelection(Slice.maxOpen(doc.content));
  const field = fieldIn(transaction, from);
  if (field) transaction.setSelection(field);
  view.dispatch(transaction.scrollIntoView());
  view.focus();
  if (session.get().fields.subject.trim() === "") session.change({ subject: template.name });
}
