import { AccordionItem } from '@sherpa/ui/accordion'
import { Badge } from '@sherpa/ui/badge'
import { Icon } from '@sherpa/ui/icon'
import { faqs, faqsPage } from '../../content/faqs'

/** Answer ids are question numbers, so browsers open `/faqs#4`. */
export function QuestionList() {
  return (
    <section aria-labelledby="questions" className="section-space bg-snow">
      <h2 id="questions" className="sr-only">
        {faqsPage.list}
      </h2>
      <div className="page-width flex max-w-4xl flex-col gap-3">
        {faqs.map(({ id, question, answer, category, icon }) => (
          <AccordionItem
            key={id}
            group="faqs"
            answerId={String(id)}
            question={question}
            icon={<Icon name={icon} />}
            tag={<Badge>{category}</Badge>}
          >
            <p>{answer}</p>
          </AccordionItem>
        ))}
      </div>
    </section>
  )
}
