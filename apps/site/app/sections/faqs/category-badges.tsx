import { Badge } from '@sherpa/ui/badge'
import { faqCategories } from '../../content/faqs'

export function CategoryBadges() {
  return (
    <ul aria-label="Categories" className="flex flex-wrap gap-2">
      {faqCategories.map((category) => (
        <li key={category}>
          <Badge look="on-dark">{category}</Badge>
        </li>
      ))}
    </ul>
  )
}
