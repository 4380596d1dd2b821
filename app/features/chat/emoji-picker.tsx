import { Smile } from "lucide-react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { IconButton } from "#app/ui/icon-button.tsx";
import { PopoverPanel } from "#app/ui/popover.tsx";

// biome-ignore format: a grid is easier to read as a block
const EMOJI = [
  "😀", "😂", "🙂", "😉", "😍", "🥰", "😎", "🤔",
  "😅", "😢", "😭", "😡", "😱", "🥱", "😴", "🤯",
  "👍", "👎", "👏", "🙌", "🙏", "👋", "💪", "🤝",
  "❤️", "🧡", "💛", "💚", "💙", "💜", "🔥", "✨",
  "🎉", "🎶", "🎵", "🎧", "🎸", "🥁", "💃", "🕺",
] as const;

/** A button with a small choice of emoji, in the platform's font. */
export function EmojiPicker({ onChoose }: { readonly onChoose: (emoji: string) => void }) {
  const { t } = useTranslation("chat");
  return (
    <PopoverPanel label={t("emoji")} width={384} trigger={<IconButton label={t("emoji")} icon={<Smile />} />}>
      {(close) => (
        <div className="grid grid-cols-8 justify-items-center gap-0.5 p-2">
          {EMOJI.map((emoji) => (
            <button
              key={emoji}
              type="button"
              className="forced-control grid size-11 place-items-center rounded-md text-[22px] leading-none hover:bg-sunken"
              onClick={() => {
                close();
                onChoose(emoji);
              }}
            >
              {emoji}
            </button>
          ))}
        </div>
      )}
    </PopoverPanel>
  );
}
