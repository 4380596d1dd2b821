import { ComponentDemo } from "#app/features/dev/component-demo.tsx";

export default function DevUi() {
  return (
    <main id="content">
      <ComponentDemo />
    </main>
  );
}
