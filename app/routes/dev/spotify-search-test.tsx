import { ServiceForm } from "#app/features/dev/music-services/service-form.tsx";

export default function DevSpotifySearchTest() {
  return (
    <main id="content">
      <ServiceForm page="spotify-search-test" />
    </main>
  );
}
