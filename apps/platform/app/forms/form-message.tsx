import { secondFactorSentence } from '@sherpa/contracts/second-factor'
import { SecondFactorButton } from '../frame/second-factor-notice.tsx'
import { PlainFormMessage } from './plain-form-message.tsx'

/** The error of a form, with the setup of a missing second factor. For signed-in screens. */
export function FormMessage({ failure }: { failure: string | undefined }) {
  return (
    <>
      <PlainFormMessage failure={failure} />
      {failure?.startsWith(secondFactorSentence) && (
        <p className="text-sm">
          <SecondFactorButton>Set up two-factor authentication</SecondFactorButton>
        </p>
      )}
    </>
  )
}
