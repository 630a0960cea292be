import type { QuietHours } from "@pismo/jmap";
import { useTranslation } from "react-i18next";
import { Field } from "../../ui/Field.tsx";
import { Switch } from "../../ui/Switch.tsx";
import styles from "./Notifications.module.css";

const timeZoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

export interface QuietHoursFieldsProps {
  hours: QuietHours | null;
  onChange: (hours: QuietHours | null) => void;
}

export function QuietHoursFields({ hours, onChange }: QuietHoursFieldsProps) {
  const { t } = useTranslation();
  const usual = { from: "22:00", until: "07:00", timeZone: timeZoneHere() };
  return (
    <>
      <Switch
        label={t("notifications.quiet")}
        hint={t("notifications.quietHint", { zone: (hours ?? usual).timeZone })}
        checked={hours !== null}
        onChange={(isOn) => onChange(isOn ? usual : null)}
      />
      {hours && (
        <div className={styles.hours}>
          {(["from", "until"] as const).map((end) => (
            <Field
              key={end}
              label={t(`notifications.${end}`)}
              type="time"
              required
              value={hours[end]}
              // A person who sets them lives by the zone of this device.
              onChange={({ target: { value } }) => {
                if (value) onChange({ ...hours, [end]: value.slice(0, 5), timeZone: timeZoneHere() });
              }}
            />
          ))}
        </div>
      )}
    </>
  );
}
