import { useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../ui/IconButton.tsx";
import { lateIcons } from "../../ui/icons/late-icons.ts";
import { Editor } from "./editor/Editor.tsx";
import type { PictureSource } from "./editor/pictures/picture-view.ts";
import { emoji } from "./editor/completion/emoji.ts";
import type { InitialFields } from "./session/initial-fields.ts";
import { TemplateForm } from "./templates/TemplateForm.tsx";
import { TemplatesMenu } from "./templates/TemplatesMenu.tsx";
import { templateSource } from "./templates/template-source.ts";
import type { ComposeFormState } from "./use-compose-form.ts";

interface ComposeTextProps {
  start: InitialFields;
  writing: ComposeFormState;
}

/** The person's own text, with what an Email adds to the editor: pictures, templates, plain text. */
export function ComposeText({ start, writing }: ComposeTextProps) {
  const { t } = useTranslation();
  const { session, editor, state } = writing;
  const { fields } = state;
  const [sources] = useState(() => [emoji, templateSource(session)]);
  const [pictures] = useState((): PictureSource => ({
    urlOf: (cid) => session.get().attachments.find((each) => each.cid === cid)?.img,
    subscribe: session.subscribe,
  }));
  const [asksForName, setAsksForName] = useState(false);
  return (
    <Editor
      initialDoc={start.doc}
      placeholder={t("compose.placeholder")}
      label={t("compose.placeholder")}
      autoFocus={start.to.length > 0}
      onChange={(doc) => session.change({ doc })}
      onFiles={(picked) => void writing.addToText(picked)}
      pictures={pictures}
      onView={writing.setEditor}
      sources={sources}
      isPlain={fields.isPlain}
      tool={
        editor && (
          <>
            <TemplatesMenu view={editor} session={session} onSave={() => setAsksForName(true)} />
            <IconButton
              icon={lateIcons.plainText}
              label={t("compose.plainText")}
              tabIndex={-1}
              pressed={fields.isPlain}
              onClick={() => writing.writePlain(!fields.isPlain)}
            />
          </>
        )
      }
      question={
        editor && asksForName && <TemplateForm view={editor} session={session} onDone={() => setAsksForName(false)} />
      }
    />
  );
}
