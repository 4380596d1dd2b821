import { UiShow } from "#app/features/dev/ui-show.tsx";

export default function DevUi() {
  return (
    <main id="content">
      <UiShow />
    </main>
  );
}
