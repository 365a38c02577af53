import { Card } from '@sherpa/ui/card'
import { Icon } from '@sherpa/ui/icon'
import { dataProtection } from '../../content/privacy-policy'
import { SectionHeading } from '../../frame/section-heading'

export function DataProtection() {
  return (
    <section className="section-space bg-snow print:hidden">
      <div className="page-width">
        <SectionHeading title={dataProtection.title} />
        <div className="mt-10 grid gap-6 md:grid-cols-3">
          {dataProtection.cards.map(({ icon, title, text }) => (
            <Card key={title} icon={<Icon name={icon} />} title={title}>
              <p>{text}</p>
            </Card>
          ))}
        </div>
      </div>
    </section>
  )
}
