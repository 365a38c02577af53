import { type Total, totalInWords } from '@sherpa/contracts/list'
import { buttonClass } from '@sherpa/ui/button'
import { MenuButton } from '@sherpa/ui/menu-button'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import type { ReactNode } from 'react'
import { useScreenTitle } from '../frame/screen-heading.tsx'
import { useIsAnswer, useIsCountedAbove } from './list-address.ts'
import { usePhone } from './use-phone.ts'

/** The head of a list: title, count and actions. On phones the top bar has the title, and the rest is one row: switch,
 * views, main action and a menu. An answer above is the title: the actions are beside its count, and phones have no room
 * for them.
 */
export function ListHead({
  title,
  within,
  count,
  summary,
  views,
  lead,
  tools,
  add,
  menu,
  isTall = false,
}: {
  title: string
  /** The context in the document title, such as the organization. */
  within: string
  count?: Total | undefined
  /** Says more than the count. */
  summary?: string | undefined
  /** The tabs of saved views, on phones. */
  views?: ReactNode
  /** A switch beside the main action; on phones first in the row. */
  lead?: ReactNode
  /** Further buttons, from tablets. */
  tools?: ReactNode
  /** The main action. */
  add?: ReactNode
  /** The further actions as menu items, on phones. */
  menu?: ReactNode
  /** Phones show the actions in a row of their own. */
  isTall?: boolean
}) {
  const heading = useScreenTitle(title, within)
  const isPhone = usePhone()
  const isAnswer = useIsAnswer()
  const isCountedAbove = useIsCountedAbove()
  const counted = count && count.count > 0 && !isCountedAbove && (
    <span className="text-sm text-grey tabular-nums">{summary ?? totalInWords(count)}</span>
  )
  if (isPhone && isAnswer) {
    return (
      <h1 ref={heading} tabIndex={-1} className="sr-only">
        {title}
      </h1>
    )
  }
  return (
    <div className="list-head" data-answer={isAnswer || undefined}>
      <div
        className={isAnswer ? 'sr-only' : 'flex min-w-0 flex-1 basis-48 items-baseline gap-x-2 pr-4 max-md:contents'}
      >
        <h1 ref={heading} tabIndex={-1} className="min-w-0 text-2xl max-md:sr-only">
          {title}
        </h1>
        {!isPhone && counted}
      </div>
      {isPhone && lead}
      {isPhone && <div className={`flex min-w-0 flex-1 ${lead && views ? 'pl-2' : ''}`}>{views ?? counted}</div>}
      <div className={isTall ? 'md:contents max-md:w-full' : 'contents'}>
        {/* Tools come first: they may leave without moving the others. */}
        {!isPhone && tools}
        {!isPhone && lead}
        {isPhone && menu && (
          <MenuButton
            align="end"
            name="More actions"
            buttonClass={`${buttonClass({ look: 'secondary', size: 'small' })} w-11 px-0`}
            label={<ToolIcon name="more" />}
          >
            {menu}
          </MenuButton>
        )}
        {add}
      </div>
    </div>
  )
}

/** The label of a main action: phones show its verb only. */
export function ActionLabel({ verb, noun }: { verb: string; noun: string }) {
  return (
    <span>
      {verb}
      <span className="max-md:sr-only"> {noun}</span>
    </span>
  )
}
