export default function DevUi() {
  return <main>components</main>;
}
