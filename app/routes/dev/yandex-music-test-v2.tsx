import { ServiceForm } from "#app/features/dev/music-services/service-form.tsx";

export default function DevYandexMusicTestV2() {
  return (
    <main id="content">
      <ServiceForm page="yandex-music-test-v2" />
    </main>
  );
}
