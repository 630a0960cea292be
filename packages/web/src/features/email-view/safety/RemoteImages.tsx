import type { Id } from "@pismo/jmap";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { CleanHtml } from "../../../message-html/index.ts";
import { notify } from "../../../store/index.ts";
import { canFetchImages, rememberImages } from "../../../store/records/remote-images.ts";
import { Button } from "../../../ui/Button.tsx";
import { Icon } from "../../../ui/icons/Icon.tsx";
import { lateIcons } from "../../../ui/icons/late-icons.ts";
import { useSenderTrust } from "./use-sender-trust.ts";
import type { RemoteImages as Remote } from "./use-remote-images.ts";
import styles from "./RemoteImages.module.css";

export interface RemoteImagesProps {
  emailId: Id;
  message: CleanHtml;
  remote: Remote;
}

/** The line above a message that would load something from elsewhere: how much, and what one can do about it. */
export function RemoteImages({ emailId, message: { blocked, images, trackers }, remote }: RemoteImagesProps) {
  const { t } = useTranslation();
  const isAble = canFetchImages() && images.length > 0;
  const [trust, setTrust] = useSenderTrust(emailId, isAble);
  const { status, failed, show } = remote;
  const shows = trust?.showsImages === true;
  const urls = images.join("\n");
  useEffect(() => {
    if (shows && urls !== "") show(urls.split("\n"));
  }, [shows, urls, show]);

  if (blocked === 0) return null;
  const remember = async (value: boolean): Promise<void> => {
    try {
      if (!(await rememberImages(emailId, value))) throw new TypeError("refused");
      if (trust) setTrust({ ...trust, showsImages: value });
    } catch {
      notify({ key: "letter.images.notRemembered", tone: "error" });
    }
  };
  const others = blocked - trackers;
  return (
    <section className={styles.line} data-able={isAble ? "" : undefined} aria-label={t("letter.images.label")}>
      <Icon icon={lateIcons.image} />
      <div className={styles.words}>
        <p role="status">
          {status === "loading"
            ? t("letter.images.loading")
            : status === "shown"
              ? t("letter.images.shown")
              : others > 0
                ? t("letter.images.blocked", { count: others })
                : t("letter.images.onlyTrackers")}{" "}
          {status === "shown" && failed > 0 && `${t("letter.images.failed", { count: failed })} `}
          {trackers > 0 && t("letter.images.trackers", { count: trackers })}
        </p>
        {others > 0 && !canFetchImages() && <p className={styles.why}>{t("letter.images.unable")}</p>}
        {isAble && trust && trust.authentication !== "pass" && (
          <p className={styles.why}>{t(`letter.images.why.${trust.authentication}`)}</p>
        )}
      </div>
      {isAble && (
        <div className={styles.choices}>
          {status === "hidden" && (
            <Button variant="quiet" onClick={() => show(images)}>
              {t("letter.images.show")}
            </Button>
          )}
          {trust?.authentication === "pass" && (
            <Button variant="quiet" onClick={() => void remember(!shows)}>
              {t(shows ? "letter.images.never" : "letter.images.always")}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
