import { textLinkClass } from '@sherpa/ui/text-link'
import { Link } from 'react-router'
import type { LinkedText } from '../content/linked-text'

export function TextWithLink({ text }: { text: LinkedText }) {
  if (typeof text === 'string') return text
  const { before, link, after } = text
  return (
    <>
      {before}
      {'to' in link ? (
        <Link to={link.to} className={textLinkClass}>
          {link.label}
        </Link>
      ) : (
        <a href={link.href} className={textLinkClass}>
          {link.label}
        </a>
      )}
      {after}
    </>
  )
}
