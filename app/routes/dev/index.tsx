import { DevToolList } from "#app/features/dev/dev-tool-list.tsx";

export default function DevIndex() {
  return (
    <main id="content">
      <DevToolList />
    </main>
  );
}
