import { AccordionItem } from '@sherpa/ui/accordion'
import { contactUs } from '../../content/contact-us'
import { SectionHeading } from '../../frame/section-heading'

export function ContactFaqs() {
  const { title, entries } = contactUs.faqs
  return (
    <section className="section-space">
      <div className="page-width max-w-4xl">
        <SectionHeading title={title} />
        <div className="mt-10 flex flex-col gap-3">
          {entries.map(({ question, answer }, index) => (
            <AccordionItem key={question} group="contact-faqs" question={question} startsOpen={index === 0}>
              <p>{answer}</p>
            </AccordionItem>
          ))}
        </div>
      </div>
    </section>
  )
}
