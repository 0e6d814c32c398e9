"""rules: rule files → Spec → Game. Opens rulesets by name or path and says all that is wrong with them."""

from ruledeck.rules.pipeline import Rules, examine, open_noting, open_rules
from ruledeck.rules.writing import flattened_text, schema_text, starting_file

__all__ = ["Rules", "examine", "flattened_text", "open_noting", "open_rules", "schema_text", "starting_file"]
