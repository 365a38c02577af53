import { Badge } from '@sherpa/ui/badge'
import { Icon } from '@sherpa/ui/icon'
import { textLinkClass } from '@sherpa/ui/text-link'
import { keyUseCases } from '../../content/key-use-cases'
import { SectionHeading } from '../../frame/section-heading'

const { label, title, text, offer, quotes, contact } = keyUseCases.showcase

export function PartnerShowcase() {
  return (
    <section className="section-space">
      <div className="page-width">
        <Badge>{label}</Badge>
        <div className="mt-4">
          <SectionHeading title={title} lead={text} />
        </div>
        <h3 className="mt-14 text-2xl">{offer.title}</h3>
        <ul className="mt-6 grid gap-x-10 gap-y-8 sm:grid-cols-2 xl:grid-cols-4">
          {offer.points.map(({ title, text }) => (
            <li key={title} className="border-t-2 border-ink pt-5">
              <h4 className="text-lg font-semibold">{title}</h4>
              <p className="mt-2">{text}</p>
            </li>
          ))}
        </ul>
        <div className="mt-16 grid gap-6 lg:grid-cols-3">
          {quotes.map(({ words, from }) => (
            <figure key={words} className="flex flex-col rounded-lg border border-line bg-snow p-6 sm:p-8">
              <Icon name="quote" className="size-7 text-glacier" />
              <blockquote className="mt-4 text-xl font-medium text-ink">“{words}”</blockquote>
              <figcaption className="mt-auto pt-5 text-sm">{from}</figcaption>
            </figure>
          ))}
        </div>
        <p className="mt-14 flex flex-wrap items-baseline gap-x-6 gap-y-2">
          <strong className="text-ink">{contact.title}</strong>
          <a href={contact.website.href} target="_blank" rel="noopener" className={textLinkClass}>
            {contact.website.label}
          </a>
          <a href={contact.email.href} className={textLinkClass}>
            {contact.email.label}
          </a>
          <a href={contact.phone.href} className={textLinkClass}>
            {contact.phone.label}
          </a>
        </p>
      </div>
    </section>
  )
}
