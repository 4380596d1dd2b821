import { ServiceForm } from "#app/features/dev/music-services/service-form.tsx";

export default function DevSpotifyFindTrackTest() {
  return (
    <main id="content">
      <ServiceForm page="spotify-find-track-test" />
    </main>
  );
}
