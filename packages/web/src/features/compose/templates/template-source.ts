/** ";" and the beginning of a template's name. */
import { notify } from "../../../store/index.ts";
import { loadTemplates, type Template } from "../../../store/drafts/writing.ts";
import type { CompletionSource } from "../editor/completion/completion.ts";
import type { ComposeSession } from "../session/compose-session.ts";
import { insertTemplate } from "./insert-template.ts";

/** They are asked for with the first sign, and again with the next letter. */
export function templateSource(session: ComposeSession): CompletionSource {
  let known: readonly Template[] = [];
  /** The account that was asked. */
  let asked: string | undefined;
  return {
    sign: ";",
    find(word, refresh) {
      const { accountId } = session.get().account;
      if (asked !== accountId) {
        asked = accountId;
        known = [];
        loadTemplates(accountId).then(
          (templates) => {
            if (asked !== accountId) return;
            known = templates;
            refresh();
          },
          () => (asked = undefined),
        );
      }
      const wanted = word.toLowerCase();
      const found = known.filter(({ name }) => name.toLowerCase().startsWith(wanted));
      return found.map((template) => ({
        key: template.id,
        label: template.name,
        apply(view, from, to) {
          view.dispatch(view.state.tr.delete(from, to));
          insertTemplate(view, template, session).catch(notLoaded);
        },
      }));
    },
  };
}

export const notLoaded = (): unknown => notify({ key: "compose.template.notLoaded", tone: "error" });
