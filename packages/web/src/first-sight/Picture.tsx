/** The page around a list, as app/Shell draws it. */
import shellStyles from "../app/Shell.module.css";
import listStyles from "../features/email-list/EmailListView.module.css";
import { isSpecialFolder } from "../store/records/folders.ts";
import { DrawnLater } from "./draw.ts";
import { FolderNavPicture } from "./FolderNavPicture.tsx";
import { HeaderPicture } from "./HeaderPicture.tsx";
import type { Sight } from "./sight.ts";

/** Where the rows stand is known when it stands in the page. */
export function Picture({ sight }: { sight: Sight }) {
  const { texts, query, isPhone, isMirrored } = sight;
  const title = isSpecialFolder(query.folder) ? texts.shell[query.folder] : undefined;
  return (
    <div className={shellStyles.shell} data-first-sight="" aria-hidden="true" inert>
      <a className={shellStyles.skip} href="#content">
        {texts.shell.skipToContent}
      </a>
      <div role="status" />
      <DrawnLater>
        <HeaderPicture sight={sight} />
      </DrawnLater>
      <div className={shellStyles.body}>
        {!isPhone && (
          <DrawnLater>
            <FolderNavPicture sight={sight} />
          </DrawnLater>
        )}
        <div className={shellStyles.stage}>
          <main id="content" className={shellStyles.main} tabIndex={-1} aria-busy={false}>
            {title !== undefined && <h1 className="visually-hidden">{title}</h1>}
            <div className={shellStyles.page}>
              <div className={listStyles.page}>
                <div className={listStyles.card}>
                  {isMirrored && <DrawnLater />}
                  <div className={listStyles.scroller}>
                    <ul className={listStyles.list} aria-label={texts.list.label} />
                  </div>
                </div>
              </div>
            </div>
          </main>
        </div>
      </div>
      <DrawnLater />
    </div>
  );
}
