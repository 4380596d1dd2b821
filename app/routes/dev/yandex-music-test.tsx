import { ServiceForm } from "#app/features/dev/music-services/service-form.tsx";

export default function DevYandexMusicTest() {
  return (
    <main id="content">
      <ServiceForm page="yandex-music-test" />
    </main>
  );
}
