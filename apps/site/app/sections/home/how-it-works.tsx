import { howItWorks } from '../../content/home'
import { StepScene } from './scenes/step-scene'

export function HowItWorks() {
  return (
    <section id="HowItWorks" tabIndex={-1} className="section-space bg-snow">
      <div className="page-width">
        <h2 className="text-heading">{howItWorks.title}</h2>
        <p className="mt-4 max-w-xl text-lg">{howItWorks.lead}</p>
        <ol className="mt-14 grid gap-6 md:grid-cols-2 lg:gap-8">
          {howItWorks.steps.map(({ scene, title, text }, index) => (
            <li key={scene} className="overflow-clip rounded-lg border border-line bg-white shadow-soft">
              <div className="border-b border-line bg-glacier-pale px-4 pt-6 pb-5">
                <StepScene scene={scene} />
              </div>
              <div className="flex gap-5 p-6 sm:p-8">
                <span
                  aria-hidden="true"
                  className="grid size-9 shrink-0 place-items-center rounded-full bg-ink text-sm font-semibold text-white"
                >
                  {index + 1}
                </span>
                <div>
                  <h3 className="text-xl">{title}</h3>
                  <p className="mt-2">{text}</p>
                </div>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
