import type { Labels } from '@sherpa/contracts/labels'

/** Plans limit athletes of one stage only. */
export const planLimitReached = ({ stages }: Labels) =>
  `Your plan’s limit for athletes with the stage ${stages.signed} is reached. Choose another stage, or ask an owner to upgrade the plan.`
