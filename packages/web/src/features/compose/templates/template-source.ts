/** ";" and the beginning of a template's name. */
import { notify } from "../../../store/index.ts";
import { loadTemplates, type Template } from "../../../store/drafts/writing.ts";
import type { CompletionSource } from "../editor/completion/completion.ts";
import type { ComposeSession } from "../session/compose-session.ts";
import { insertTemplate } from "./insert-template.ts";

/** They are asked for with the first sign, and again with the next letter. */
export function templateSource(accountId: string, session: ComposeSession): CompletionSource {
  let known: readonly Template[] | undefined;
  let isAsked = false;
  return {
    sign: ";",
    find(word, refresh) {
      if (!isAsked) {
        isAsked = true;
        loadTemplates(accountId).then(
          (templates) => {
            known = templates;
            refresh();
          },
          () => (isAsked = false),
        );
      }
      const wanted = word.toLowerCase();
      const found = (known ?? []).filter(({ name }) => name.toLowerCase().startsWith(wanted));
      return found.map((template) => ({
        key: template.id,
        label: template.name,
        apply(view, from, to) {
          view.dispatch(view.state.tr.delete(from, to));
          insertTemplate(view, template, accountId, session).catch(notLoaded);
        },
      }));
    },
  };
}

export const notLoaded = (): unknown => notify({ key: "compose.template.notLoaded", tone: "error" });
