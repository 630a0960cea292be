import type { EditorView } from "prosemirror-view";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { loadTemplates, type Template } from "../../../store/drafts/writing.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { lateIcons } from "../../../ui/icons/late-icons.ts";
import { Menu, MenuItem, MenuSeparator } from "../../../ui/Menu.tsx";
import { visibleText } from "../../../ui/visible-text.ts";
import type { ComposeSession } from "../session/compose-session.ts";
import { insertTemplate } from "./insert-template.ts";
import { notLoaded } from "./template-source.ts";

interface TemplatesMenuProps {
  view: EditorView;
  session: ComposeSession;
  onSave(): void;
}

/** In the toolbar: a template comes into the text, or the text becomes one. */
export function TemplatesMenu({ view, session, onSave }: TemplatesMenuProps) {
  const { t } = useTranslation();
  return (
    <Menu
      trigger={
        // The toolbar is one tab stop, and arrows lead here.
        <IconButton icon={lateIcons.template} label={t("compose.template.title")} tabIndex={-1} />
      }
    >
      <TemplateItems
        accountId={session.get().account.accountId}
        onInsert={(template) => void insertTemplate(view, template, session).catch(notLoaded)}
      />
      <MenuItem icon={lateIcons.plus} onClick={onSave}>
        {t("compose.template.save")}
      </MenuItem>
    </Menu>
  );
}

/** Of the open menu: as they are when it is opened. */
function TemplateItems({ accountId, onInsert }: { accountId: string; onInsert(template: Template): void }) {
  const [templates, setTemplates] = useState<readonly Template[]>([]);
  useEffect(() => {
    loadTemplates(accountId).then(setTemplates, notLoaded);
  }, [accountId]);
  if (templates.length === 0) return null;
  return (
    <>
      {templates.map((template) => (
        <MenuItem key={template.id} onClick={() => onInsert(template)}>
          {visibleText(template.name)}
        </MenuItem>
      ))}
      <MenuSeparator />
    </>
  );
}
