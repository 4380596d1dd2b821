import { ListChecks, SkipForward } from "lucide-react";
import { SKIP_VOTE_SHARES, type SkipVoteShare } from "#app/domain/room/skip-vote-share.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { SegmentedRadios } from "#app/ui/segmented-radios.tsx";
import type { SettingsDraft } from "./settings-draft.ts";
import { SwitchSetting } from "./switch-setting.tsx";

type VotingSettingsProps = {
  readonly draft: SettingsDraft;
  readonly onEdit: (changed: Partial<SettingsDraft>) => void;
};

const DEFAULT_SHARE: SkipVoteShare = 50;
const SHARE_NAMES = { 33: "third", 50: "half", 67: "twoThirds", 100: "all" } as const;

/** Votes to skip, and votes for queued tracks. */
export function VotingSettings({ draft, onEdit }: VotingSettingsProps) {
  const { t } = useTranslation("roomSettings");
  const { skipVoteShare, hasQueueVotes } = draft;
  return (
    <>
      <SwitchSetting
        icon={<SkipForward aria-hidden />}
        label={t("skipVote")}
        text={t("skipVoteText")}
        isOn={skipVoteShare !== null}
        onChange={(isOn) => onEdit({ skipVoteShare: isOn ? DEFAULT_SHARE : null })}
      >
        {skipVoteShare !== null && <ShareRadios share={skipVoteShare} onEdit={onEdit} />}
      </SwitchSetting>
      <SwitchSetting
        icon={<ListChecks aria-hidden />}
        label={t("queueVotes")}
        text={t("queueVotesText")}
        isOn={hasQueueVotes}
        onChange={(isOn) => onEdit({ hasQueueVotes: isOn })}
      />
    </>
  );
}

type ShareRadiosProps = Pick<VotingSettingsProps, "onEdit"> & { readonly share: SkipVoteShare };

function ShareRadios({ share, onEdit }: ShareRadiosProps) {
  const { t } = useTranslation("roomSettings");
  const options = SKIP_VOTE_SHARES.map((one) => ({ id: String(one), label: t(`skipVoteShares.${SHARE_NAMES[one]}`) }));
  const select = (id: string) => onEdit({ skipVoteShare: SKIP_VOTE_SHARES.find((one) => String(one) === id) ?? DEFAULT_SHARE });
  return (
    <div className="flex">
      <SegmentedRadios label={t("skipVoteShare")} options={options} selected={String(share)} onSelect={select} />
    </div>
  );
}
