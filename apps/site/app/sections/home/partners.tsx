import { partners } from '../../content/home'

export function Partners() {
  return (
    <section id="Partners" tabIndex={-1} className="section-space bg-snow">
      <div className="page-width">
        <h2 className="text-heading">{partners.title}</h2>
        <p className="mt-4 max-w-xl text-lg">
          We work with the people who work with athletes, and build on the cloud they trust.
        </p>
      </div>
    </section>
  )
}
