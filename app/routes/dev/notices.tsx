import { NoticeBuilder } from "#app/features/dev/notices/notice-builder.tsx";

export default function DevNotices() {
  return (
    <main id="content">
      <NoticeBuilder />
    </main>
  );
}
