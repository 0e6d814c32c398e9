"""rules: rule files → Spec → Game. Opens rulesets by name or path and says all that is wrong with them."""

from ruledeck.rules.pipeline import Rules, examine, open_rules

__all__ = ["Rules", "examine", "open_rules"]
