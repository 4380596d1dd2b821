export default function Home() {
  return <main>Tutti</main>;
}
