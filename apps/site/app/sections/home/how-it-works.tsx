import { howItWorks } from '../../content/home'

export function HowItWorks() {
  return (
    <section id="HowItWorks" tabIndex={-1} className="section-space bg-snow">
      <div className="page-width">
        <h2 className="text-heading">{howItWorks.title}</h2>
        <p className="mt-4 max-w-xl text-lg">{howItWorks.lead}</p>
        <ol className="mt-14 grid gap-6 sm:grid-cols-2 xl:grid-cols-4">
          {howItWorks.steps.map(({ title, text }, index) => (
            <li key={title} className="rounded-lg border border-line bg-white p-7">
              <span aria-hidden="true" className="text-2xl font-bold text-glacier">
                {index + 1}
              </span>
              <h3 className="mt-3 text-xl">{title}</h3>
              <p className="mt-2">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
