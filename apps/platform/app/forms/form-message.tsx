import { secondFactorSentence } from '@sherpa/contracts/second-factor'
import { SecondFactorLink } from '../frame/second-factor-notice.tsx'
import { PlainFormMessage } from './plain-form-message.tsx'

/** What went wrong with a form as a whole, and the way to a second factor where one is missing. Screens before the log-in have no use for that. */
export function FormMessage({ failure }: { failure: string | undefined }) {
  return (
    <>
      <PlainFormMessage failure={failure} />
      {failure?.startsWith(secondFactorSentence) && (
        <p className="text-sm">
          <SecondFactorLink>Set up two-factor authentication</SecondFactorLink>
        </p>
      )}
    </>
  )
}
