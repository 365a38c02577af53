import { buttonClass } from '@sherpa/ui/button'
import { Card } from '@sherpa/ui/card'
import { Icon } from '@sherpa/ui/icon'
import { keyUseCases } from '../../content/key-use-cases'
import { SectionHeading } from '../../frame/section-heading'

const { title, points, origin, link } = keyUseCases.azure

export function WhyAzure() {
  return (
    <section className="section-space bg-snow">
      <div className="page-width">
        <SectionHeading title={title} />
        <div className="mt-10 grid gap-6 sm:grid-cols-2 xl:grid-cols-4">
          {points.map(({ icon, title, text, figures }) => (
            <Card key={title} icon={<Icon name={icon} />} title={title}>
              <p>{text}</p>
              <dl className="mt-auto flex flex-wrap gap-x-6 gap-y-3 border-t border-line pt-4">
                {figures.map(({ figure, meaning }) => (
                  <div key={meaning} className="flex flex-col-reverse">
                    <dt className="text-sm">{meaning}</dt>
                    <dd className="text-2xl font-bold tracking-tight text-ink">
                      {figure}
                      <a href="#figures" className="ml-0.5 align-super text-xs font-semibold text-glacier">
                        <span className="sr-only">Where this figure comes from</span>
                        <span aria-hidden="true">*</span>
                      </a>
                    </dd>
                  </div>
                ))}
              </dl>
            </Card>
          ))}
        </div>
        <p id="figures" className="mt-8 max-w-3xl text-sm">
          * {origin}
        </p>
        <a href={link.href} target="_blank" rel="noopener" className={`mt-8 ${buttonClass({ look: 'secondary' })}`}>
          {link.label}
        </a>
      </div>
    </section>
  )
}
