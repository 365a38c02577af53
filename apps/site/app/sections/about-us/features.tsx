import { Card } from '@sherpa/ui/card'
import { Icon } from '@sherpa/ui/icon'
import { aboutUs } from '../../content/about-us'
import { SectionHeading } from '../../frame/section-heading'

export function Features() {
  const { title, lead, cards } = aboutUs.features
  return (
    <section className="section-space">
      <div className="page-width">
        <SectionHeading title={title} lead={lead} />
        <div className="mt-12 grid gap-6 sm:grid-cols-2 xl:grid-cols-4">
          {cards.map(({ icon, title, text }) => (
            <Card key={title} icon={<Icon name={icon} />} title={title}>
              <p>{text}</p>
            </Card>
          ))}
        </div>
      </div>
    </section>
  )
}
