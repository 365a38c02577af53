import { aboutUs } from '../../content/about-us'
import { SectionHeading } from '../../frame/section-heading'

export function Benefits() {
  const { title, lead, points } = aboutUs.benefits
  return (
    <section className="section-space bg-snow">
      <div className="page-width grid gap-x-16 gap-y-10 lg:grid-cols-[1fr_1.35fr]">
        <div>
          <SectionHeading title={title} lead={lead} />
        </div>
        <ol className="border-t border-line">
          {points.map(({ title, text }, index) => (
            <li key={title} className="flex gap-5 border-b border-line py-6">
              <span aria-hidden="true" className="pt-0.5 text-lg font-semibold text-glacier tabular-nums">
                {index + 1}
              </span>
              <div>
                <h3 className="text-xl">{title}</h3>
                <p className="mt-1">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
