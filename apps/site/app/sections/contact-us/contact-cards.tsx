import { Card } from '@sherpa/ui/card'
import { Icon } from '@sherpa/ui/icon'
import { textLinkClass } from '@sherpa/ui/text-link'
import { company } from '../../content/company'
import { contactUs } from '../../content/contact-us'
import { CopyButton } from './copy-button'

export function ContactCards() {
  const { email, responseTime, partnership } = contactUs.cards
  return (
    <section aria-labelledby="contact" className="section-space">
      <h2 id="contact" className="sr-only">
        {contactUs.cards.title}
      </h2>
      <div className="page-width grid gap-6 lg:grid-cols-3">
        <Card icon={<Icon name="mail" />} title={email.title}>
          <p>{email.text}</p>
          <p className="mt-auto flex flex-wrap items-center gap-x-4 gap-y-2 pt-2">
            <a href={`mailto:${company.email}`} className={textLinkClass}>
              {company.email}
            </a>
            <CopyButton text={company.email} words={contactUs.copy} />
          </p>
        </Card>
        <Card icon={<Icon name="clock" />} title={responseTime.title}>
          <dl className="flex flex-col gap-3">
            {responseTime.times.map(({ days, within }) => (
              <div key={days} className="flex flex-wrap justify-between gap-x-4 border-t border-line pt-3">
                <dt>{days}</dt>
                <dd className="font-semibold text-ink">{within}</dd>
              </div>
            ))}
          </dl>
        </Card>
        <Card icon={<Icon name="handshake" />} title={partnership.title}>
          <p>{partnership.text}</p>
          <p className="mt-auto pt-2">
            <a href={partnership.href} className={textLinkClass}>
              {partnership.action}
            </a>
          </p>
        </Card>
      </div>
    </section>
  )
}
