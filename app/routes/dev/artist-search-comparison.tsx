import { ServiceForm } from "#app/features/dev/music-services/service-form.tsx";

export default function DevArtistSearchComparison() {
  return (
    <main id="content">
      <ServiceForm page="artist-search-comparison" />
    </main>
  );
}
